#!/usr/bin/env node

/** The entry point: hands over to the command line, or says that this Node.js is too old for it. */

const needed = 24;

if (Number.parseInt(process.versions.node, 10) < needed) {
  process.stderr.write(
    `gannet: Node.js ${needed} or later is needed, this is ${process.versions.node}: install it from https://nodejs.org\n`,
  );
  process.exitCode = 2;
} else {
  // Only now: an older Node.js cannot even read the rest.
  const { runProgram } = await import('./cli/program.ts');
  await runProgram(process.env, process.argv.slice(2));
}
