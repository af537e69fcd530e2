/** The groups of files that import each other in a circle (Tarjan's strongly connected components). */
export function findCycles(graph: Map<string, Set<string>>): string[][] {
  type Visit = { index: number; low: number; open: boolean }
  const seen = new Map<string, Visit>()
  const stack: string[] = []
  const cycles: string[][] = []

  function visit(file: string): Visit {
    const mine = { index: seen.size, low: seen.size, open: true }
    seen.set(file, mine)
    stack.push(file)
    for (const next of graph.get(file) ?? []) {
      const known = seen.get(next)
      if (known?.open) mine.low = Math.min(mine.low, known.index)
      else if (!known) mine.low = Math.min(mine.low, visit(next).low)
    }
    if (mine.low === mine.index) {
      const group = stack.splice(stack.indexOf(file))
      for (const member of group) Object.assign(seen.get(member) ?? {}, { open: false })
      if (group.length > 1 || graph.get(file)?.has(file)) cycles.push(group)
    }
    return mine
  }

  for (const file of graph.keys()) if (!seen.has(file)) visit(file)
  return cycles
}
