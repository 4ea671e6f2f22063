import type { Command } from 'commander';
import { exitCodes } from '../src/cli/exit-codes.ts';
import { createProgram } from '../src/cli/program.ts';
import { clientVariables } from '../src/cli/service.ts';

type Table = (head: readonly string[], rows: readonly (readonly string[])[]) => string;

/** `docs/cli.md`: every command with its options, as `--help` tells them. */
export const commandLinePage = (table: Table): string => {
  const program = createProgram({});
  return `# Command line

Data goes to stdout, everything said about it to stderr. Without a server, commands do their work in their own process and
keep nothing but what they write; \`--server\`, or \`GANNET_SERVER\`, names one that does it instead. The settings of
[configuration.md](configuration.md) count for what is done in the own process: \`--settings\` reads them from a file.

Options have the names of the fields of the API, with hyphens. A text may be \`@file\`, or \`@-\` for stdin, where a script or
JSON is meant. \`NO_COLOR\` is respected; Ctrl-C ends a command cleanly; \`gannet … | head\` ends without noise.

${table(
  ['Variable', 'Meaning'],
  Object.entries(clientVariables).map(([name, meaning]) => [`\`${name}\``, meaning]),
)}

## Exit codes

${table(
  ['Code', 'Meaning'],
  Object.values(exitCodes).map(({ code, meaning }) => [String(code), meaning]),
)}

${program.commands.flatMap((command) => sections(command, ['gannet'], table)).join('\n\n')}
`;
};

const sections = (command: Command, above: readonly string[], table: Table): string[] => {
  const path = [...above, command.name()];
  if (command.commands.length > 0) return command.commands.flatMap((each) => sections(each, path, table));
  const operands = command.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  const rows = [
    ...command.registeredArguments.map((argument) => [`\`${argument.name()}\``, argument.description]),
    ...command.options.map(({ flags, description, defaultValue, defaultValueDescription }) => [
      `\`${flags}\``,
      typeof defaultValue === 'string' || typeof defaultValue === 'number'
        ? `${description} (default: ${defaultValueDescription ?? defaultValue})`
        : description,
    ]),
  ].map(([name = '', description = '']) => [name, description.replaceAll('<', '&lt;')]);
  return [
    `## ${path.join(' ')}`,
    `\`${[...path, ...operands].join(' ')}\`: ${command.description()}.`,
    ...(rows.length === 0 ? [] : [table(['Option', 'Meaning'], rows)]),
  ];
};
