/** The consumer group of the index, beside that of its service. */
export const TIMELINE_GROUP = 'timeline';
