/** Lists and paths in schema.org's words; `origin` is the public address of the site. */
export function breadcrumbData(origin: string, steps: readonly { path: string; name: string }[]): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ path, name }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + path,
    })),
  }
}

export function itemListData(origin: string, items: readonly { path?: string; name: string }[]): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: items.map(({ path, name }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      ...(path ? { url: origin + path } : {}),
    })),
  }
}
