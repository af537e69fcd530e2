import type { CurriculumItem, CurriculumSection } from '#contract/catalog/catalog.ts'
import { curriculumLevels } from '#contract/catalog/staff/courses.ts'

/** One line of a curriculum that is written as an outline. Lines below with a higher level belong to it. */
export interface Line {
  /** Stays with the line when it moves. */
  id: string
  text: string
  /** 0 for a module. */
  level: number
  /** Weeks of a module; null when the school does not say. */
  weeks: number | null
}

/** The level of a topic below the deepest part. */
export const deepest = curriculumLevels

let lastId = 0
export const newLine = (level: number, text = ''): Line => ({ id: `line-${(lastId += 1)}`, text, level, weeks: null })

export function linesOf(curriculum: readonly CurriculumSection[], weeks: readonly number[]): Line[] {
  return curriculum.flatMap((module, index) => {
    const [first, ...rest] = linesOfItem(module, 0)
    return first ? [{ ...first, weeks: weeks[index] ?? null }, ...rest] : []
  })
}

function linesOfItem(item: CurriculumItem, level: number): Line[] {
  if (typeof item === 'string') return [newLine(level, item)]
  return Object.entries(item).flatMap(([title, items]) => [
    newLine(level, title),
    ...items.flatMap((one) => linesOfItem(one, level + 1)),
  ])
}

/**
 * What the contract stores. A module is a part even when it is empty; a deeper line without lines below is a topic. Weeks
 * are those of every module or of none: a missing one is zero, which the schema refuses.
 */
export function curriculumOf(lines: readonly Line[]): { curriculum: CurriculumSection[]; module_weeks: number[] } {
  const modules = lines.filter(({ level }) => level === 0)
  return {
    curriculum: itemsAt(lines, 0, 0, lines.length).map((item) => (typeof item === 'string' ? { [item]: [] } : item)),
    module_weeks: modules.some(({ weeks }) => weeks !== null) ? modules.map(({ weeks }) => weeks ?? 0) : [],
  }
}

function itemsAt(lines: readonly Line[], level: number, from: number, to: number): CurriculumItem[] {
  const items: CurriculumItem[] = []
  for (let index = from; index < to; index = endOf(lines, index)) {
    const { text } = lines[index] as Line
    const end = endOf(lines, index)
    items.push(end === index + 1 ? text : { [text]: itemsAt(lines, level + 1, index + 1, end) })
  }
  return items
}

/** The place after a line and everything that belongs to it. */
export function endOf(lines: readonly Line[], index: number): number {
  const level = lines[index]?.level ?? 0
  const next = lines.findIndex((line, place) => place > index && line.level <= level)
  return next === -1 ? lines.length : next
}

/** Levels below a line. */
function depthOf(lines: readonly Line[], index: number): number {
  const level = lines[index]?.level ?? 0
  return Math.max(...lines.slice(index, endOf(lines, index)).map((line) => line.level - level))
}

/** Changes the level of a line with everything below it. Unchanged when the outline has no such place. */
export function shifted(lines: readonly Line[], index: number, by: 1 | -1): readonly Line[] {
  const line = lines[index]
  const above = lines[index - 1]
  if (!line) return lines
  const level = line.level + by
  if (level < 0 || level + depthOf(lines, index) > deepest || level > (above?.level ?? -1) + 1) return lines
  const end = endOf(lines, index)
  return settled(lines.map((one, place) => (place >= index && place < end ? { ...one, level: one.level + by } : one)))
}

/** Moves a line with everything below it over its neighbour: a sibling, or else out of its part. */
export function moved(lines: readonly Line[], index: number, by: 1 | -1): readonly Line[] {
  const line = lines[index]
  if (!line) return lines
  const end = endOf(lines, index)
  const block = lines.slice(index, end)
  const rest = lines.toSpliced(index, block.length)
  if (by === -1) {
    if (index === 0) return lines
    const sibling = lines.findLastIndex((one, place) => place < index && one.level <= line.level)
    return placed(rest, block, sibling)
  }
  if (end === lines.length) return lines
  const next = lines[end] as Line
  // Below the whole sibling, or as the first line of the part that follows.
  const over = next.level === line.level ? endOf(lines, end) - end : 1
  return placed(rest, block, index + over)
}

/** Puts a dragged line with everything below it at a place among the other lines, at a level that is possible there. */
export function dropped(lines: readonly Line[], from: number, to: number, level: number): readonly Line[] {
  const block = lines.slice(from, endOf(lines, from))
  const rest = lines.toSpliced(from, block.length)
  const over = lines[to]
  if (!over || block.includes(over)) return placed(rest, block, from, level)
  const place = rest.indexOf(over) + (to > from ? 1 : 0)
  return placed(rest, block, place, level)
}

/** The levels that a line can have at a place: at most one below the line above, and none that takes lines from others. */
function placed(rest: readonly Line[], block: readonly Line[], place: number, wanted?: number): readonly Line[] {
  const [first] = block
  if (!first) return rest
  const depth = Math.max(...block.map(({ level }) => level - first.level))
  const most = Math.max(0, Math.min((rest[place - 1]?.level ?? -1) + 1, deepest - depth))
  const least = Math.min(most, rest[place]?.level ?? 0)
  const level = Math.min(Math.max(wanted ?? first.level, least), most)
  return settled(rest.toSpliced(place, 0, ...block.map((line) => ({ ...line, level: line.level - first.level + level }))))
}

/** Gives every line a possible level, and weeks to modules only. */
function settled(lines: readonly Line[]): readonly Line[] {
  const result: Line[] = []
  for (const line of lines) {
    const level = Math.min(line.level, (result.at(-1)?.level ?? -1) + 1, deepest)
    result.push({ ...line, level, weeks: level === 0 ? line.weeks : null })
  }
  return result
}

/** A new line beside a line, below everything that belongs to it. */
export function withSibling(lines: readonly Line[], index: number): { lines: readonly Line[]; at: number } {
  const at = lines[index] ? endOf(lines, index) : lines.length
  return { lines: lines.toSpliced(at, 0, newLine(lines[index]?.level ?? 0)), at }
}

/** Without a line. What belongs to it moves one level up. */
export function without(lines: readonly Line[], index: number): readonly Line[] {
  const end = endOf(lines, index)
  return settled(
    lines.map((line, place) => (place > index && place < end ? { ...line, level: line.level - 1 } : line)).toSpliced(index, 1),
  )
}

/** Signs that stand before the lines of a copied list. */
const bullet = /^(?:[-*•–◦▪]|\d+(?:\.\d+)*[.)])\s+/

/** Reads a pasted outline: indented by tabs or spaces, with or without bullets and numbers. */
export function parseOutline(text: string, level: number): Line[] {
  const indents: number[] = []
  const lines = text.split(/\r?\n/).flatMap((row) => {
    const words = row.trim().replace(bullet, '').trim()
    if (words === '') return []
    const indent = row.replaceAll('\t', '    ').search(/\S/)
    while (indents.length > 0 && (indents.at(-1) ?? 0) >= indent) indents.pop()
    indents.push(indent)
    return [newLine(Math.min(level + indents.length - 1, deepest), words)]
  })
  return lines
}

/** Puts pasted lines in the place of an empty line, or below a line. */
export function pasted(lines: readonly Line[], index: number, text: string): { lines: readonly Line[]; at: number } {
  const line = lines[index]
  const isEmpty = line?.text.trim() === ''
  const more = parseOutline(text, line?.level ?? 0)
  const at = isEmpty ? index : index + 1
  return { lines: settled(lines.toSpliced(at, isEmpty ? 1 : 0, ...more)), at: at + more.length - 1 }
}
