/** What a cue says, without the marks of its format. */
export const plainTextOf = (cue: VTTCue): string => cue.getCueAsHTML().textContent ?? ''
