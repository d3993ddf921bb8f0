import { builtJudge } from './judge.js';

process.stdout.write(`${await builtJudge()}\n`);
