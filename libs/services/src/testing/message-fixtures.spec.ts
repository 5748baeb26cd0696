import { differences } from './message-fixtures.js';

test.each<[unknown, unknown, string[]]>([
  [{ a: 'x', b: [1, 2] }, { b: [3], a: 'y' }, []],
  [{ a: 'x' }, { a: 1 }, ['/a: string has become number']],
  [{ a: 'x' }, { a: null }, ['/a: string has become null']],
  [{ a: 1n }, { a: 1 }, ['/a: bigint has become number']],
  [{ a: 'x' }, {}, ['/a: is gone']],
  [{}, { a: 'x' }, ['/a: is new']],
  [{ a: {} }, { a: [] }, ['/a: object has become list']],
  [{ a: [{ b: 1 }] }, { a: [{ b: 1 }, { b: 2, c: 3 }] }, ['/a/1/c: is new']],
  [{ a: [null, 'x'] }, { a: [null, null] }, ['/a/1: string has become null']],
  [{ a: [] }, { a: ['x'] }, ['/a: 0 and 1 items']],
  [{ holdFor: 'pmt_1' }, { holdFor: null }, []],
  [{ holdFor: null }, { holdFor: 'pmt_1' }, []],
  [{ holdFor: 'pmt_1' }, {}, ['/holdFor: is gone']],
  [{ holdFor: null }, {}, ['/holdFor: is gone']],
  [{ holdFor: 'pmt_1' }, { holdFor: 1 }, ['/holdFor: string has become number']],
])('between %j and %j', (before, now, expected) => expect(differences(before, now)).toEqual(expected));
