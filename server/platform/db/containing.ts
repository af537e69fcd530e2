/** SQL of the pattern for `like` that finds a text in a folded one. An index of trigrams serves it, unlike `position`. */
export const containing = (text: string): string => `'%' || ${literally(text)} || '%'`

/** SQL of the pattern for `like` that finds what begins with a text, in a folded one. */
export const beginningWith = (text: string): string => `${literally(text)} || '%'`

const literally = (text: string): string => String.raw`regexp_replace(folded(${text}), '([%_\\])', '\\\1', 'g')`
