/** The services of docker-compose.yml, and the settings that `.env.example` lists for them. */
import { addressVariable } from '@corridor/services';

/** @typedef {import('@corridor/platform').Manifest} Manifest */
/** @typedef {import('@corridor/platform').Setting} Setting */

/** @param {readonly Manifest[]} services */
export const composeServices = (services) => services.map((one) => composeService(one, services)).join('\n');

/** @param {Manifest} service @param {readonly Manifest[]} services */
function composeService({ name, settings }, services) {
  const isGateway = name === 'gateway';
  const others = services.filter((one) => one.name !== name);
  const variables = [
    `SERVICE: ${name}`,
    ...settings.map((one) => `${one.name}: ${variable(one)}`),
    ...(isGateway ? others.map((one) => `${addressOf(one)}: http://${one.name}:8080`) : []),
  ];
  const lines = [
    `  ${name}:`,
    '    <<: *service',
    '    environment:',
    '      <<: *environment',
    ...variables.map((one) => `      ${one}`),
  ];
  if (!isGateway) return lines.join('\n');
  return [
    ...lines,
    "    ports: ['127.0.0.1:8080:8080']",
    '    depends_on:',
    '      <<: *servers',
    ...others.map((one) => `      ${one.name}: { condition: service_healthy }`),
  ].join('\n');
}

/** @param {Setting} setting */
const variable = ({ name, type, default: value }) =>
  type === 'secret' ? `\${${name}:?see .env.example}` : `\${${name}:-${value ?? ''}}`;

/** @param {Manifest} service */
export const addressOf = ({ contract }) =>
  addressVariable(/** @type {import('@corridor/services').ServiceName} */ (contract.service));

/** @param {readonly Manifest[]} services */
export const exampleSecrets = (services) =>
  settingsOf(services)
    .filter(({ type }) => type === 'secret')
    .map((one) => `# ${sentence(one)}\n${one.name}=`)
    .join('\n');

/** @param {readonly Manifest[]} services */
export const exampleSettings = (services) =>
  settingsOf(services)
    .filter(({ type }) => type !== 'secret')
    .map((one) => `# ${sentence(one)}\n#${one.name}=${one.default ?? ''}`)
    .join('\n');

/** @param {readonly Manifest[]} services */
const settingsOf = (services) => services.flatMap(({ settings }) => settings);

/** @param {Setting} setting */
const sentence = ({ description }) => {
  const text = description.replaceAll('`', '');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
};
