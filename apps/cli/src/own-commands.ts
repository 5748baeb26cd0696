/** The commands that are not operations of the server, as the help and docs/cli.md list them. */
export const OWN_COMMANDS = [
  {
    words: ['doctor'],
    usage: 'doctor',
    summary: 'says what keeps Corridor from starting, and what does not work',
  },
  {
    words: ['dr'],
    usage: 'dr status|fence|resume|release',
    summary: 'brings all databases to one story after one of them was restored',
  },
  {
    words: ['migrate'],
    usage: 'migrate plan|up',
    summary: 'says which migrations the databases lack, or executes them while services work',
  },
  {
    words: ['staff', 'create-admin'],
    usage: 'staff create-admin',
    summary: 'creates the first administrator with OPERATOR_KEY',
  },
  { words: ['login'], usage: 'login', summary: 'keeps a key or a token for the commands that follow' },
  { words: ['logout'], usage: 'logout', summary: 'removes the keys and tokens that were kept' },
  {
    words: ['completion'],
    usage: 'completion bash|zsh|fish',
    summary: 'prints a script that completes commands in your shell',
  },
] as const;
