/** Returns the cache tags of a call, with its parameters filled in: `course:{id}` becomes `course:12`. */
export function tagsOf(cacheTags: readonly string[] = [], params: Record<string, string | number>): string[] {
  return cacheTags.map((tag) => tag.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name])))
}

/** Returns the parameters of a path by its route pattern. */
export function paramsOf(pattern: string, path: string): Record<string, string> {
  const named = new RegExp(`^${pattern.replace(/:(\w+)/g, '(?<$1>[^/?]+)')}`)
  return { ...named.exec(path)?.groups }
}
