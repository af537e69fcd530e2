import { findPage } from '#contract/pages.ts'

/** Whether a path is a payment page, which has a frame of its own instead of the shop's header and footer. */
export const isPayPage = (pathname: string): boolean => findPage(pathname)?.policy === 'checkout'
