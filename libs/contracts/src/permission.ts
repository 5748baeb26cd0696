/** The permissions that routes of several services require. Those of a single service are in its contract. */
export const generalPermissions = ['simulators:execute'] as const;
