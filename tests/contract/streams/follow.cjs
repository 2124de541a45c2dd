// Follows a stream with the npm package event-source-polyfill, and prints each event as a line of JSON.
// Arguments: address, names of the events.

const {EventSourcePolyfill} = require('event-source-polyfill');

const [address, ...names] = process.argv.slice(2);
const source = new EventSourcePolyfill(address);
for (const name of ['message', 'heartbeat', 'error', ...names]) {
  source.addEventListener(name, (event) => {
    console.log(JSON.stringify({name, id: event.lastEventId ?? null, status: event.status ?? null}));
  });
}
