import { describe, expect, it } from 'vitest';
import { runLine } from '../../sequences/run-line.js';
import { accepted } from '../../support/accepted.js';
import type { Files } from '../../support/memory-disk.js';

const kind = '--group shop --version v1 --kind WebServer';
const path = 'src/webhook/v1/webserver.webhook.ts';
const own = 'src/webhook/v1/webserver/defaulter.ts';

/** Returns a project in which the defaulter has another name, and a file of its own that is imported by `specifier`. */
async function moved(specifier: string): Promise<Files> {
  const base = await accepted(
    new Map(),
    'init --domain example.com --project-name test-operator --skip-install',
    `create api ${kind}`,
    `create webhook ${kind} --defaulting`,
  );
  const text = base.get(path)!;
  const [start, end] = [text.indexOf('/** Sets defaults'), text.indexOf('/** Registers')];
  const head = text.slice(0, start);
  const code = head.replaceAll('../../api', '../../../api') + text.slice(start, end);
  const rest = `${head}import { TeamDefaulter } from '${specifier}';\n\n${text.slice(end)}`;
  return new Map(base)
    .set(own, code.replaceAll('WebServerDefaulter', 'TeamDefaulter'))
    .set('src/webhook/v1/webserver/index.ts', "export * from './defaulter.js';\n")
    .set(path, rest.replaceAll('WebServerDefaulter', 'TeamDefaulter'));
}

describe('a change of a webhook with another name in another file', () => {
  it.each(['./webserver/defaulter.js', './webserver/index.js'])('is made there: %s', async (specifier) => {
    const { files, said, exitCode } = await runLine(await moved(specifier), 'edit --multigroup');
    expect(exitCode, said).toBe(0);
    expect(said).not.toContain('edit-by-hand');
    expect(files.get('src/webhook/shop/v1/webserver/defaulter.ts')).toContain("name: 'mshop-webserver-v1.example.com'");
  });

  it('is not said to be in the file that no longer has it', async () => {
    const { said, exitCode } = await runLine(await moved('#webserver'), 'edit --multigroup');
    expect(exitCode, said).toBe(0);
    expect(said).not.toContain('WebServerDefaulter in src/webhook/shop/v1/webserver.webhook.ts was edited');
    expect(said).toContain('src/webhook/shop/v1/webserver.webhook.ts no longer has WebServerDefaulter');
  });
});
