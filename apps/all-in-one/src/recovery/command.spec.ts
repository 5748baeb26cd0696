import { commandIn } from './command.js';

test.each([
  [['status', '--json'], { name: 'status', ids: [], json: true }],
  [['fence', '--database-url', 'postgres://x'], { name: 'fence', databaseUrl: 'postgres://x' }],
  [['resume'], { name: 'resume', apply: false }],
  [['resume', '--apply'], { name: 'resume', apply: true }],
  [['release', 'payments', 'pi_1'], { name: 'release', ids: ['payments', 'pi_1'] }],
])('corridor dr %j is understood', (args, command) => {
  expect(commandIn(args)).toMatchObject(command);
});

test.each([[['--help']], [['fence', '-h']]])('corridor dr %j is help, and changes nothing', (args) => {
  expect(commandIn(args)).toBeNull();
});

test.each([
  [[], /^which command\?/],
  [['fences'], /^there is no command fences/],
  [['toString'], /^there is no command toString/],
  [['fence', 'payments'], /^what is "payments" for\?/],
  [['fence', '--dry-run'], /^Unknown option '--dry-run'/],
  [['fence', '--apply'], /^--apply is an option of resume/],
  [['release', 'payments'], /^release needs <stream>/],
  [['release', 'payments', 'pi_1', 'pi_2'], /^what is "pi_2" for\?/],
])('corridor dr %j is refused', (args, why) => {
  expect(() => commandIn(args)).toThrow(why);
});
