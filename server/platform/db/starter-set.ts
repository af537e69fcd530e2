/** Sets of first content that a new school is given, each once. */
export const starterSets = ['holidays', 'policies', 'reply-templates'] as const
export type StarterSet = (typeof starterSets)[number]
