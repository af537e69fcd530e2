/** Tags of what a call shows: `course:{id}` with its own id in place. */
export function tagsOf(cacheTags: readonly string[] = [], params: Record<string, string | number>): string[] {
  return cacheTags.map((tag) => tag.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name])))
}

/** The parameters that a path was filled with, by the pattern it was filled from. */
export function paramsOf(pattern: string, path: string): Record<string, string> {
  const named = new RegExp(`^${pattern.replace(/:(\w+)/g, '(?<$1>[^/?]+)')}`)
  return { ...named.exec(path)?.groups }
}
