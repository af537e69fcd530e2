import { screens } from './screens.ts'
import { tryScreens } from './try-screens.ts'

// Every route as it opens is in the shorter run.
tryScreens(screens.filter(({ route }, at) => screens.findIndex((other) => other.route === route) !== at))
