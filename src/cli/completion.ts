import type { Command } from 'commander';
import { oneOf } from './flags.ts';
import type { Environment } from './run.ts';

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

/** `gannet completion bash|zsh|fish`: what the shell is to offer, made from the commands themselves. */
export const addCompletion = (program: Command, _: Environment): void => {
  program
    .command('completion')
    .argument('<shell>', shells.join(', '), oneOf(shells))
    .description('print the completion script of a shell')
    .addHelpText('after', help)
    .action((shell: Shell) => {
      process.stdout.write(scripts[shell](wordsOf(program)));
    });
};

const help = `
  bash:  gannet completion bash > ~/.local/share/bash-completion/completions/gannet
  zsh:   gannet completion zsh > "\${fpath[1]}/_gannet"
  fish:  gannet completion fish > ~/.config/fish/completions/gannet.fish`;

/** One command: its name with those above it (`keys create`), and what may follow. */
interface Words {
  readonly path: string;
  readonly commands: readonly Described[];
  readonly options: readonly Described[];
}

interface Described {
  readonly name: string;
  readonly help: string;
}

const wordsOf = (command: Command, above: readonly string[] = []): Words[] => {
  const commands = command.commands.map((each) => ({ name: each.name(), help: each.description() }));
  const options = [
    ...command.options.filter(({ long }) => long),
    { long: '--help', description: 'show help' },
  ];
  return [
    {
      path: above.join(' '),
      commands,
      options: options.map(({ long, description }) => ({ name: long ?? '', help: description })),
    },
    ...command.commands.flatMap((each) => wordsOf(each, [...above, each.name()])),
  ];
};

const names = (list: readonly Described[]) => list.map(({ name }) => name).join(' ');
/** Within single quotes of a shell. */
const quoted = (text: string) => text.replaceAll("'", String.raw`'\''`);

/** From the words that are there to the command they name. */
const steps = (words: readonly Words[]): string =>
  words
    .filter(({ path }) => path !== '')
    .map(({ path }) => `      '${path.includes(' ') ? path : ` ${path}`}') path='${path}' ;;`)
    .join('\n');

/** Offers options behind a dash, commands where there are some, else files. */
const bash = (words: readonly Words[]): string => `# bash completion of gannet
_gannet() {
  local word=\${COMP_WORDS[COMP_CWORD]} path='' each offered commands options
  for each in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $each" in
${steps(words)}
    esac
  done
  case "$path" in
${words.map(({ path, commands, options }) => `    '${path}') commands='${names(commands)}' options='${names(options)}' ;;`).join('\n')}
  esac
  if [[ $word == -* ]]; then offered=$options; else offered=$commands; fi
  if [[ -n $offered ]]; then COMPREPLY=($(compgen -W "$offered" -- "$word")); else COMPREPLY=($(compgen -f -- "$word")); fi
}
complete -o filenames -F _gannet gannet
`;

const zsh = (words: readonly Words[]): string => {
  const described = (list: readonly Described[]) =>
    list.map(({ name, help }) => `'${quoted(`${name.replaceAll(':', '\\:')}:${help}`)}'`).join(' ');
  return `#compdef gannet
_gannet() {
  local path='' each
  local -a offered flags
  for each in "\${(@)words[2,CURRENT-1]}"; do
    case "$path $each" in
${steps(words)}
    esac
  done
  case "$path" in
${words.map(({ path, commands, options }) => `    '${path}') offered=(${described(commands)}); flags=(${described(options)}) ;;`).join('\n')}
  esac
  if [[ \${words[CURRENT]} == -* ]]; then _describe option flags; elif (( \${#offered} )); then _describe command offered; else _files; fi
}
_gannet "$@"
`;
};

const fish = (words: readonly Words[]): string => {
  const [top, ...others] = words;
  const lines = others.flatMap(({ path, commands, options }) => {
    const seen = path.split(' ').map((name) => `__fish_seen_subcommand_from ${name}`);
    const here = `'${seen.join('; and ')}'`;
    return [
      ...commands.map(({ name, help }) => `complete -c gannet -n ${here} -a ${name} -d '${quoted(help)}'`),
      ...options.map(
        ({ name, help }) => `complete -c gannet -n ${here} -l ${name.slice(2)} -d '${quoted(help)}'`,
      ),
    ];
  });
  const first = (top?.commands ?? []).map(
    ({ name, help }) => `complete -c gannet -n __fish_use_subcommand -a ${name} -d '${quoted(help)}'`,
  );
  return `# fish completion of gannet\n${[...first, ...lines].join('\n')}\n`;
};

const scripts: Readonly<Record<Shell, (words: readonly Words[]) => string>> = { bash, zsh, fish };
