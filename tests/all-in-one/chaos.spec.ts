import { chaosTest } from '../chaos/chaos-test.js';

chaosTest('all-in-one');
