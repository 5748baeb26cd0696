import { exitBecause } from './exit-because.js';
import { prepareDatabases } from './prepare-databases.js';

/** Prepares the databases of the services that the arguments name, or of all, before services start that cannot. */
try {
  await prepareDatabases(process.env, process.argv.slice(2));
} catch (error) {
  exitBecause(error);
}
