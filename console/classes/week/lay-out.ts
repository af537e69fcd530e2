/** Minutes from midnight in India. */
export interface Span {
  from: number
  to: number
}

export interface Placed<One> {
  item: One
  /** From the left, of `lanes`. */
  lane: number
  lanes: number
}

/** Items without a lane of their own, one below the other in the last lane. */
export interface Rest<One> extends Span {
  items: One[]
  lanes: number
}

/**
 * Places items of one column beside each other where they overlap. Where more than `most` do, the last lane holds the others together.
 * @param most at least 2
 */
export function layOut<One extends Span>(items: readonly One[], most: number): { placed: Placed<One>[]; rest: Rest<One>[] } {
  const sorted = items.toSorted((one, other) => one.from - other.from || other.to - one.to)
  const placed: Placed<One>[] = []
  const rest: Rest<One>[] = []
  for (const group of groupsOf(sorted)) {
    const inLanes = lanesOf(group)
    const lanes = Math.max(...inLanes.map(({ lane }) => lane)) + 1
    const isFull = lanes > most
    const own = isFull ? most - 1 : lanes
    const others = inLanes.filter(({ lane }) => lane >= own).map(({ item }) => item)
    placed.push(
      ...inLanes.filter(({ lane }) => lane < own).map(({ item, lane }) => ({ item, lane, lanes: isFull ? most : lanes })),
    )
    for (const together of groupsOf(others)) rest.push({ ...spanOf(together), items: together, lanes: most })
  }
  return { placed, rest }
}

/** Items that are connected by overlaps. @param sorted by start */
function groupsOf<One extends Span>(sorted: readonly One[]): One[][] {
  const groups: One[][] = []
  let end = -1
  for (const item of sorted) {
    const last = groups.at(-1)
    if (last && item.from < end) last.push(item)
    else groups.push([item])
    end = last && item.from < end ? Math.max(end, item.to) : item.to
  }
  return groups
}

function lanesOf<One extends Span>(group: readonly One[]): { item: One; lane: number }[] {
  const ends: number[] = []
  return group.map((item) => {
    const free = ends.findIndex((end) => end <= item.from)
    const lane = free < 0 ? ends.length : free
    ends[lane] = item.to
    return { item, lane }
  })
}

function spanOf(items: readonly Span[]): Span {
  return { from: Math.min(...items.map(({ from }) => from)), to: Math.max(...items.map(({ to }) => to)) }
}
