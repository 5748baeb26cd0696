/** What all pods of Corridor have in common: their labels, and that they may do nothing which they need not. */
import { Expression, chartOnly, optional, value } from '../expression.mjs';

/** Where the processes in the image have their metrics (deploy/Dockerfile). */
export const METRICS_PORT = 9464;

export const PART_OF = { 'app.kubernetes.io/part-of': 'corridor' };

/** The paths at which a pod may write: its root file system is read-only. */
const WRITABLE = { tmp: '/tmp', data: '/data' };

/** @param {string} name */
export const metadata = (name) => ({
  name,
  labels: {
    'app.kubernetes.io/name': name,
    ...PART_OF,
    'app.kubernetes.io/managed-by': chartOnly('.Release.Service'),
    'helm.sh/chart': chartOnly('printf "%s-%s" .Chart.Name .Chart.Version'),
  },
});

/** @param {string} name */
export const podLabels = (name) => ({ app: name, 'app.kubernetes.io/name': name, ...PART_OF });

/** In Kustomize, `images` of the kustomization replaces it. */
export const image = new Expression('include "corridor.image" .', () => 'corridor');

export const scheduling = {
  priorityClassName: optional(value('priorityClassName')),
  imagePullSecrets: optional(value('imagePullSecrets')),
  nodeSelector: optional(value('nodeSelector')),
  tolerations: optional(value('tolerations')),
};

/** The restricted profile of the Pod Security Standards. */
export const podSecurity = {
  automountServiceAccountToken: false,
  enableServiceLinks: false,
  securityContext: {
    runAsNonRoot: true,
    runAsUser: 1000,
    runAsGroup: 1000,
    fsGroup: 1000,
    seccompProfile: { type: 'RuntimeDefault' },
  },
};

export const containerSecurity = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
};

export const writableMounts = Object.entries(WRITABLE).map(([name, mountPath]) => ({ name, mountPath }));

export const writableVolumes = Object.keys(WRITABLE).map((name) => ({
  name,
  emptyDir: { sizeLimit: '256Mi' },
}));
