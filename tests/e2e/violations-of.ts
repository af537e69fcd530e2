import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds on the page as it stands, toasts apart: they come and go by themselves. */
export function violationsOf(page: Page): Promise<unknown[]> {
  return analyse(axe(page).withTags(tags).exclude('.Toastify'))
}

/** What axe finds in the colours alone: another theme changes nothing else of a page. */
export function colourViolationsOf(page: Page): Promise<unknown[]> {
  return analyse(axe(page).withRules(['color-contrast', 'link-in-text-block']).exclude('.Toastify'))
}

export function violationsOfToasts(page: Page): Promise<unknown[]> {
  return analyse(axe(page).withTags(tags).include('.Toastify'))
}

/** No page has frames of other origins: the report is made in the page itself rather than in a blank one beside it. */
function axe(page: Page): AxeBuilder {
  return new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
}

async function analyse(builder: AxeBuilder): Promise<unknown[]> {
  const { violations } = await builder.analyze()
  return violations.map(({ id, nodes }) => [id, nodes.map((node) => `${node.html} ${node.failureSummary}`)])
}
