/** Lists and breadcrumbs in schema.org's vocabulary; `origin` is the public URL of the site. */
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
