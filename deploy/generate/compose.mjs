/** The services of docker-compose.yml, and the settings that `.env.example` lists for them. */
import { platformSettings } from '@corridor/platform';
import { addressVariable } from '@corridor/services';
import { declaredIn, sentence } from './declared.mjs';

/** @typedef {import('@corridor/platform').Manifest} Manifest */
/** @typedef {import('@corridor/platform').Setting} Setting */

/** What `.env` sets for all services; the addresses of the servers are those of the other containers. */
const shared = platformSettings.declared.filter(({ name }) =>
  ['ENVIRONMENT', 'LOG_LEVEL', 'CALLER_SECRET'].includes(name),
);

export const composeEnvironment = () => shared.map((one) => `    ${one.name}: ${variable(one)}`).join('\n');

/** @param {readonly Manifest[]} services */
export const composeServices = (services) => services.map((one) => composeService(one, services)).join('\n');

/** @param {Manifest} service @param {readonly Manifest[]} services */
function composeService({ name, settings }, services) {
  const isGateway = name === 'gateway';
  const others = services.filter((one) => one.name !== name);
  const variables = [
    `SERVICE: ${name}`,
    ...declaredIn(settings).map((one) => `${one.name}: ${variable(one)}`),
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
const variable = ({ name, isSecret, default: value }) =>
  isSecret ? `\${${name}:?see .env.example}` : `\${${name}:-${value ?? ''}}`;

/** @param {Manifest} service */
export const addressOf = ({ contract }) =>
  addressVariable(/** @type {import('@corridor/services').ServiceName} */ (contract.service));

/** @param {readonly Manifest[]} services */
export const exampleSecrets = (services) =>
  settingsOf(services)
    .filter(({ isSecret }) => isSecret)
    .map((one) => `# ${sentence(one)}\n${one.name}=`)
    .join('\n');

/** @param {readonly Manifest[]} services */
export const exampleSettings = (services) =>
  examples(settingsOf(services).filter(({ isSecret }) => !isSecret));

/** @param {readonly Setting[]} settings */
export const examples = (settings) =>
  settings.map((one) => `# ${sentence(one)}\n#${one.name}=${one.default ?? ''}`).join('\n');

/** @param {readonly Manifest[]} services */
const settingsOf = (services) => [...shared, ...declaredIn(services.flatMap(({ settings }) => settings))];
