/** Returns the groups of files with an import cycle (Tarjan's strongly connected components). */
export function findCycles(graph: Map<string, Set<string>>): string[][] {
  type Visit = { index: number; low: number; open: boolean }
  const seen = new Map<string, Visit>()
  const stack: string[] = []
  const cycles: string[][] = []

  function visit(file: string): Visit {
    const current = { index: seen.size, low: seen.size, open: true }
    seen.set(file, current)
    stack.push(file)
    for (const next of graph.get(file) ?? []) {
      const known = seen.get(next)
      if (known?.open) current.low = Math.min(current.low, known.index)
      else if (!known) current.low = Math.min(current.low, visit(next).low)
    }
    if (current.low === current.index) {
      const group = stack.splice(stack.indexOf(file))
      for (const member of group) Object.assign(seen.get(member) ?? {}, { open: false })
      if (group.length > 1 || graph.get(file)?.has(file)) cycles.push(group)
    }
    return current
  }

  for (const file of graph.keys()) if (!seen.has(file)) visit(file)
  return cycles
}
