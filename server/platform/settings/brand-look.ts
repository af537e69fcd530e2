import { wordmarkOf } from '#contract/site/brand.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { Queryable } from '#server/platform/db/query.ts'
import { readSiteSettings } from './site-settings.ts'

/** How the school looks today. A document keeps its words and figures, and is drawn with this like a letterhead. */
export interface BrandLook {
  /** `#rrggbb`; null for the product's colour. */
  accent: string | null
  /** The name as it is drawn; null for the name that the document has. */
  wordmark: string | null
  /** The wide logo in place of the name, or else the square mark beside it: a JPEG in base64 on white. */
  picture: { jpeg: string; isLogo: boolean } | null
  /** Pictures of a certificate in base64: a JPEG and two PNG. */
  certificate?: { art: string | null; seal: string | null; signature: string | null }
}

/** The file of a picture of the library in its smallest width. The address has its focal point too. */
export const brandFile = (path: string, format: 'webp' | 'jpg'): string =>
  path.replace(/-[lcr][tmb]\/\d+\.\w+$/, `/480.${format}`)

/**
 * Returns the look for a document that names the school `name`; undefined for a school without a look of its own. A document from
 * before the school was renamed keeps its name and has no logo. A picture that can't be read is left out.
 */
export async function readBrandLook(
  deps: { db: Queryable; files: Pick<FileStore, 'read'> },
  name: string,
): Promise<BrandLook | undefined> {
  const site = await readSiteSettings(deps)
  const isNamed = site.brand === name
  const path = isNamed ? (site.logo ?? site.mark) : null
  const look: BrandLook = {
    accent: site.accent,
    wordmark: isNamed && site.wordmark ? wordmarkOf(site) : null,
    picture: null,
  }
  const bytes = path === null ? undefined : await deps.files.read(brandFile(path, 'jpg')).catch(() => undefined)
  if (bytes) look.picture = { jpeg: bytes.toString('base64'), isLogo: site.logo !== null }
  return look.accent === null && look.wordmark === null && look.picture === null ? undefined : look
}
