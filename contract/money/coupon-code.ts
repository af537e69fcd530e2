/** The one answer to a code that does not exist, has ended, is used up or is for something else. Which one it is stays unknown to who guesses. */
export const unusableCoupon = 'This code can’t be used for this batch. Please check it.'

export const couponCodePattern = /^[A-Z0-9]{6,20}$/

/** A code as people type it. Upper and lower case are one. */
export const writtenCode = (text: string): string => text.trim().toUpperCase()
