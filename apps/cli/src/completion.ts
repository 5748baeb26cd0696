import { optionsOf, COMMON_OPTIONS } from './arguments.js';
import { CLIENT_COMMANDS } from './client/client-commands.js';
import { clientOptionNames } from './client/run-client-command.js';
import { type Command, commandIn } from './command.js';
import { OWN_COMMANDS } from './own-commands.js';

/** All ask the program for each word, so that they know the commands of the build that is installed. */
const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_corridor() {
  local IFS=$'\\n'
  COMPREPLY=($(corridor __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _corridor corridor
`,
  zsh: `#compdef corridor
_corridor() {
  local -a found
  found=("\${(@f)$(corridor __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  compadd -a found
}
compdef _corridor corridor
`,
  fish: `function __corridor
  set -l words (commandline -opc)
  corridor __complete $words[2..-1] (commandline -ct) 2>/dev/null
end
complete -c corridor -f -a '(__corridor)'
`,
};

export const shells = Object.keys(SCRIPTS);
export const completionScript = (shell: string): string | undefined => SCRIPTS[shell];

/** What may follow: the last word is being typed. */
export function completions(commands: readonly Command[], typed: readonly string[]): string[] {
  const before = typed.slice(0, -1);
  const current = typed.at(-1) ?? '';
  const words = before.filter((word) => !word.startsWith('-'));
  const command = commandIn(commands, words);
  return [...candidates(commands, command, before, words)].filter((one) => one.startsWith(current)).sort();
}

function candidates(
  commands: readonly Command[],
  command: Command | null,
  before: readonly string[],
  words: readonly string[],
): Set<string> {
  const last = before.at(-1) ?? '';
  const flag = command?.flags.find(({ name }) => last === `--${name}`);
  if (flag && flag.type !== 'boolean') return new Set(flag.values);
  const ofClient = command ? null : commandIn(CLIENT_COMMANDS, words);
  const known = [...OWN_COMMANDS, ...CLIENT_COMMANDS, ...commands].filter((one) =>
    words.every((word, i) => one.words[i] === word),
  );
  const next = known.map((one) => one.words[words.length] ?? '').filter(Boolean);
  const options = command
    ? Object.keys({ ...optionsOf(command), ...COMMON_OPTIONS }).map((one) => `--${one}`)
    : [];
  const isFirst = ofClient !== null && words.length === ofClient.words.length;
  return new Set([
    ...next,
    ...options,
    ...(isFirst ? (ofClient.candidates ?? []) : []),
    ...(ofClient ? clientOptionNames(ofClient).map((one) => `--${one}`) : []),
  ]);
}
