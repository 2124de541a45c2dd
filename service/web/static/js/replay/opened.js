// What a replay needs once it is open. It is loaded then: most visitors of a table do not open the replay.

export {changedBy} from './changed.js';
export {buttons, extra, slider, tools} from './controls.js';
export {GameHistory} from './history.js';
export {copyLink, visit} from './link.js';
export {stepped} from './steps.js';
import './decision.js';
import './scores.js';
