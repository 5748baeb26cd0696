/** The permissions that routes of several services require. What one service alone requires is in its contract. */
export const generalPermissions = ['simulators:execute'] as const;
