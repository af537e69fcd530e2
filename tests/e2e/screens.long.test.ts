import { screens } from './screens.ts'
import { tryScreens } from './try-screens.ts'

tryScreens(screens)
