// Runs command lines in prepared projects and reports what they did: exit codes, output, and every path that was opened,
// every program that was started and every connection that was begun. A process of its own, because it can run as another
// user, and because the functions of Node have to be replaced before the command line is loaded. Each line of its input is
// a project, `{ project, commands, env }`; each line of its output is the report of one.
'use strict';
const { Writable, Readable } = require('node:stream');
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');
const { createInterface } = require('node:readline');
const { fileURLToPath } = require('node:url');

const dist = process.argv[2];
const opened = new Set();
const written = new Set();
const executed = [];
let watching = false;

/** The file behind a descriptor or a path, wherever links led. */
function realOf(target) {
  if (String(target).startsWith('file:')) return realOf(fileURLToPath(target));
  try {
    return typeof target === 'number' ? fs.readlinkSync(`/proc/self/fd/${target}`) : fs.realpathSync(String(target));
  } catch {
    return String(target);
  }
}

/** Replaces a function by one that notes the paths it was called with, once it has succeeded. */
function note(owner, name, into, pathOf = (args) => args[0]) {
  const original = owner[name];
  if (typeof original !== 'function') return;
  owner[name] = function (...args) {
    const before = watching && into === written ? realOf(pathOf(args)) : undefined;
    const result = original.apply(this, args);
    if (watching) into.add(before ?? realOf(name === 'openSync' ? result : pathOf(args)));
    return result;
  };
}

const realpathSync = fs.realpathSync;
for (const name of ['openSync', 'readFileSync', 'readdirSync', 'opendirSync', 'createReadStream'])
  note(fs, name, opened);
for (const name of [
  'writeFileSync',
  'appendFileSync',
  'unlinkSync',
  'rmdirSync',
  'rmSync',
  'mkdirSync',
  'truncateSync',
  'chmodSync',
  'utimesSync',
])
  note(fs, name, written);
for (const name of ['renameSync', 'copyFileSync', 'symlinkSync', 'linkSync']) {
  note(fs, name, written, (args) => args[0]);
  note(fs, name, written, (args) => args[1]);
}
for (const name of Object.keys(fs.promises)) {
  const original = fs.promises[name];
  if (typeof original !== 'function') continue;
  fs.promises[name] = function (...args) {
    if (watching && typeof args[0] === 'string') opened.add(realOf(args[0]));
    return original.apply(this, args);
  };
}
const children = require('node:child_process');
for (const name of ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork']) {
  children[name] = (file) => {
    executed.push(String(file));
    throw new Error('nothing may be executed here');
  };
}
for (const [owner, name] of [
  [require('node:net'), 'connect'],
  [require('node:net'), 'createConnection'],
  [require('node:dns'), 'lookup'],
  [require('node:dns'), 'resolve'],
]) {
  owner[name] = () => {
    executed.push(name);
    throw new Error('no network here');
  };
}
fs.realpathSync = realpathSync;
syncBuiltinESMExports();

class Kept extends Writable {
  text = '';
  columns = 100;
  _write(chunk, _encoding, done) {
    this.text += chunk.toString();
    done();
  }
}

/** Runs the command lines one after the other in a project. */
async function runIn({ project, commands, env }, context, { runCli, operatorGen, userMemory }) {
  const runs = [];
  for (const seen of [opened, written]) seen.clear();
  executed.length = 0;
  watching = true;
  for (const argv of commands) {
    const stdout = new Kept();
    const stderr = new Kept();
    const exitCode = await runCli(
      {
        ...context,
        argv,
        cwd: project,
        env,
        stdin: Readable.from([]),
        stdout,
        stderr,
        runProgram: async ({ command, args }) => {
          executed.push([command, ...args].join(' '));
          return undefined;
        },
        memory: async () => userMemory(env),
      },
      operatorGen,
    );
    runs.push({ argv, exitCode, stdout: stdout.text, stderr: stderr.text });
  }
  watching = false;
  return { runs, opened: [...opened], written: [...written], executed };
}

async function main() {
  const [{ runCli }, { processContext }, { commands: operatorGen }, { installAllFeatures }, { userMemory }] =
    await Promise.all(
      ['cli/framework/main', 'cli/framework/process-context', 'commands', 'features', 'base/memory/memory'].map(
        (name) => import(`${dist}/${name}.js`),
      ),
    );
  installAllFeatures();
  const context = processContext();
  for await (const line of createInterface({ input: process.stdin })) {
    const report = await runIn(JSON.parse(line), context, { runCli, operatorGen, userMemory }).catch((error) => ({
      failure: String(error && error.stack),
    }));
    process.stdout.write(`${JSON.stringify(report)}\n`);
  }
}

void main();
