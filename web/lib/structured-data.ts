/** The data of the root loader. */
type Root = { publicUrl: string } | undefined

const addressOf = (root: Root, path: string) => (root?.publicUrl ?? '') + path

/** Breadcrumbs in schema.org's vocabulary. */
export function breadcrumbData(root: Root, steps: readonly { path: string; name: string }[]): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ path, name }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: addressOf(root, path),
    })),
  }
}

/** An ItemList of pages, or of names alone. */
export function itemListData(root: Root, items: readonly { path?: string; name: string }[]): object[] {
  return listData(items.map(({ path, name }) => ({ name, ...(path ? { url: addressOf(root, path) } : {}) })))
}

/** An ItemList; nothing without items. */
export function listData(items: readonly object[]): object[] {
  if (items.length === 0) return []
  const itemListElement = items.map((item, index) => ({ '@type': 'ListItem', position: index + 1, ...item }))
  return [{ '@context': 'https://schema.org', '@type': 'ItemList', itemListElement }]
}
