#!/usr/bin/env node
// ES2019 without static imports: a Node that is too old must be able to read as far as the message.
const version = process.versions.node.split('.').map(Number);

if (version[0] < 20 || (version[0] === 20 && version[1] < 19)) {
  console.error('operator-gen needs Node.js 20.19 or newer, and this is Node.js ' + process.versions.node + '.');
  process.exitCode = 2;
} else {
  void import('../dist/main.js')
    .then((cli) => cli.main())
    .catch((error) => {
      process.exitCode = error && ['EMFILE', 'ENFILE', 'ENOMEM'].includes(error.code) ? 1 : 70;
      console.error('operator-gen cannot start: ' + ((error && error.message) || error));
    });
}
