import { chaosTest } from '../chaos/chaos-test.js';

chaosTest('distributed');
