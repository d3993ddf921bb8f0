import { describe, expect, it } from 'vitest';
import { operatorImage } from '../../../src/features/deployment/operator-image.js';

const go = 'FROM golang:1.25 AS builder\nRUN go build -o manager cmd/main.go\n';
const entry = 'COPY --from=builder /workspace/manager .\nENTRYPOINT ["/manager"]\n';
const distroless = 'FROM gcr.io/distroless/nodejs24-debian13:nonroot@sha256:abc\n';
const node = 'COPY main.mjs main.mjs.map /\nENTRYPOINT ["/nodejs/bin/node", "/main.mjs"]\n';

describe('the Dockerfile of a Go operator', () => {
  it.each([
    ['that go builds', `${go}FROM scratch\n${entry}`, 5],
    [
      'in an image of an argument',
      `ARG BASE=golang:1.25\nFROM $BASE AS builder\nRUN make build\nFROM scratch\n${entry}`,
      6,
    ],
    ['that a script builds', `FROM centos AS builder\nCOPY go.mod .\nRUN ./build.sh\nFROM ubi9\n${entry}`, 6],
    ['of CMD', `${go}FROM scratch\nCMD ["/manager"]\n`, 4],
    ['beside pages that Node.js builds', `FROM node:24 AS pages\nRUN npm run build\n${go}FROM ubi9\n${entry}`, 7],
  ])('is that of a program %s', (_, text, line) => {
    const image = operatorImage(text);
    expect(image.foreign?.line).toBe(line);
    expect(image.foreign?.program).toBe('["/manager"]');
    expect(image.names('/manager')).toBe(false);
    for (const each of ['/manager', '/bin/true', 'sh']) expect(image.lacks(each)).toBe(true);
    expect(image.lacks('/nodejs/bin/node')).toBe(false);
  });

  it.each([
    ['of a new project', `FROM node:24 AS build\n${distroless}${node}`],
    ['with a tool in Go', `${go}${distroless}${node}`],
    ['with a script', `${go}FROM node:24-slim\nCOPY start.sh /\nENTRYPOINT ["/start.sh"]\n`],
    ['that says so in a comment', `# golang: go build\n${distroless}ENTRYPOINT ["/main"]\n`],
  ])('is not one %s', (_, text) => {
    expect(operatorImage(text).foreign).toBeUndefined();
  });
});

it('tells programs of Go from Node.js by their names', () => {
  const image = operatorImage(`${go}FROM scratch\nENTRYPOINT ["/node-agent", "--node-name=a"]\n`);
  expect(image.runsNode).toBe(false);
  expect(image.foreign?.line).toBe(4);
  expect(operatorImage(`${go}FROM ubi9\nENTRYPOINT ["tini", "-g", "--", "node", "/main"]\n`).runsNode).toBe(true);
});

describe('a program in the Dockerfile', () => {
  it.each([
    ['an instruction', `${distroless}COPY start.sh /start.sh\n`, true],
    ['a comment', `${distroless}# In place of /start.sh, which was here.\n`, false],
    ['a comment between lines of an instruction', `${distroless}COPY main.mjs \\\n  # start.sh\n  /\n`, false],
  ])('is named by %s: %j', (_, text, expected) => {
    expect(operatorImage(text).names('/start.sh')).toBe(expected);
  });

  const yes = true;
  it.each<[string, string, Readonly<Record<string, boolean>>]>([
    ['distroless', `${distroless}${node}`, { '/bin/true': yes, sleep: yes, '/manager': yes, '/main.mjs': false }],
    ['scratch', 'FROM scratch\nCOPY main /main\n', { '/bin/true': yes, '/main': false }],
    ['an image of a stage', `ARG BASE=own\n${distroless.trim()} AS own\nFROM \${BASE}\n${node}`, { sh: yes }],
    ['an image of a default', `FROM \${BASE:-gcr.io/distroless/static}\n${node}`, { sh: yes }],
    ['an image for debugging', `FROM gcr.io/distroless/nodejs24:debug\n${node}`, { '/busybox/sh': false }],
    ['an image with a shell', `FROM node:24-slim\n${node}`, { '/bin/true': false, sleep: false, '/manager': yes }],
    ['an image that is not known', `FROM \${BASE}\n${node}`, { '/bin/true': false }],
    [
      'a copied program',
      `${distroless}COPY --from=probes /probe /bin/grpc_health_probe\n${node}`,
      { '/bin/grpc_health_probe': false, grpc_health_probe: false, '/bin/true': yes },
    ],
    ['copied programs', `${distroless}COPY a.sh b.sh /opt/\n${node}`, { '/opt/b.sh': false, '/opt/c.sh': yes }],
    ['a copied folder', `${distroless}COPY --from=busybox /bin /bin\n${node}`, { '/bin/true': false, sleep: false }],
    ['a copied tree', `${distroless}COPY tree /\n${node}`, { '/bin/true': false }],
    ['a copied folder elsewhere', `${distroless}WORKDIR /app\nCOPY . .\n`, { '/bin/true': yes, '/app/probe': false }],
    ['an archive', 'FROM scratch\nADD files.tar.gz /\n', { '/bin/true': false }],
    ['a copied folder whose name has a dot', `${distroless}COPY bin.v2 /bin\n${node}`, { '/bin/true': false }],
    ['a folder of a variable', `${distroless}WORKDIR $APP\nCOPY probe ./probe\n`, { '/app/probe': false }],
    ['an image of a stage in other letters', 'FROM scratch AS Base\nFROM base\n', { '/bin/true': yes }],
    ['a shell that runs', `${distroless}COPY --from=busybox /bin/sh /bin/sh\nRUN ["sh", "-c", "id"]\n`, { ls: false }],
    ['nothing', '', { '/bin/true': false, '/manager': yes }],
  ])('is missing in %s', (_, text, expected) => {
    const image = operatorImage(text);
    for (const [program, isMissing] of Object.entries(expected))
      expect([program, image.lacks(program)]).toEqual([program, isMissing]);
  });
});
