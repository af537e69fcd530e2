import { screens } from './screens.ts'
import { tryScreens } from './try-screens.ts'

// The first screen of each route is in the short run.
tryScreens(screens.filter(({ route }, at) => screens.findIndex((other) => other.route === route) !== at))
