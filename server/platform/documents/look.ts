import { createContext, useContext } from 'react'
import { printableText } from '#server/platform/fonts/fonts.ts'
import { brandColours } from '#server/platform/settings/brand-colours.ts'
import type { BrandLook } from '#server/platform/settings/brand-look.ts'

const ownLook: BrandLook = { accent: null, wordmark: null, picture: null }

/** The look of the school whose document is drawn. */
export const Look = createContext(ownLook)

export function useLook() {
  const { accent, wordmark, picture, certificate } = useContext(Look)
  return { colours: brandColours(accent).light, wordmark: wordmark && printableText(wordmark), picture, certificate }
}
