/**
 * For `node --import`: behind the public address LOCAL_INTERNET listens a server of this machine, on the same port. A program that sends to
 * the public internet alone checks its targets as ever.
 */
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

const address = process.env['LOCAL_INTERNET'];
const { connect } = net;

/** @param {any[]} given */
function connectLocally(...given) {
  const [options, ...more] = given;
  if (options?.host !== address) return connect(.../** @type {[any]} */ (given));
  const socket = connect({ ...options, host: '127.0.0.1' }, ...more);
  return Object.defineProperty(socket, 'remoteAddress', { get: () => address });
}
net.connect = /** @type {typeof net.connect} */ (connectLocally);
syncBuiltinESMExports();
