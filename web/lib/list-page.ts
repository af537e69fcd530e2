import { type PageName, pathTo } from '#contract/pages.ts'
import { isId } from '#contract/rules.ts'

/** Returns the record after which the asked page of a list begins; undefined for the first page. */
export function afterOf(request: Request): string | undefined {
  const given = new URL(request.url).searchParams.get('after') ?? ''
  return isId(given) ? given : undefined
}

/** The page of a list as a loader returns it. */
export interface ListPage<Item> {
  items: Item[]
  /** The last record of this page; null on the last page. */
  next: number | null
  /** The last record of the page before; null on the first page. */
  after: string | null
}

/**
 * Reads one page of a list. A page after a record that has no successor, or is gone, is the first page: an old link shows what
 * there is, and search engines find no empty pages.
 */
export async function readPage<Page extends { items: unknown[] }>(
  after: string | undefined,
  read: (query: { after: string | undefined }) => Promise<Page>,
): Promise<Page & { after: string | null }> {
  const page = await read({ after })
  if (after !== undefined && page.items.length === 0) return { ...(await read({ after: undefined })), after: null }
  return { ...page, after: after ?? null }
}

/** Returns the list when it was read. It is a promise after client-side navigation. */
export function readyPage<Item>(list: ListPage<Item> | null | Promise<unknown> | undefined): ListPage<Item> | null {
  return list instanceof Promise ? null : (list ?? null)
}

/** The canonical path of a page of a list and that of the next one, for `pageMeta`. */
export function pagePaths(name: PageName, list: ListPage<unknown> | null): { path: string; next: string | undefined } {
  return {
    path: pathTo(name, undefined, list?.after ? { after: list.after } : {}),
    next: list?.next ? pathTo(name, undefined, { after: list.next }) : undefined,
  }
}
