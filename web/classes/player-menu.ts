import './player-words.ts'
import 'media-chrome/menu/media-chrome-menu-item'
import 'media-chrome/menu/media-captions-menu'
import 'media-chrome/menu/media-captions-menu-button'
