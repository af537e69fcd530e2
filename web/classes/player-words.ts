import { En } from 'media-chrome/lang/en'
import { addTranslation } from 'media-chrome/utils/i18n'

// An accessible name has to contain the visible text, for voice control (WCAG 2.5.3).
addTranslation('en', { ...En, 'Playback rate {playbackRate}': 'Playback rate {playbackRate}x' })
