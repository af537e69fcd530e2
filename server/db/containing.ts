/** SQL of the pattern for `like` that finds a text in a lower-case one. An index of trigrams serves it, unlike `position`. */
export const containing = (text: string): string =>
  String.raw`'%' || regexp_replace(lower(${text}), '([%_\\])', '\\\1', 'g') || '%'`
