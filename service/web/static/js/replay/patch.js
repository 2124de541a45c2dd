// JSON Patch (RFC 6902), as far as the service sends it: `add`, `remove` and `replace`.

/** @typedef {import('../core/types.js').PatchOperation} Operation */

/**
 * Return a value after the operations. The given value stays as it is; what does not change is shared with it.
 * @param {any} value
 * @param {readonly Operation[]} operations
 * @returns {any}
 */
export function patched(value, operations) {
  return operations.reduce((before, operation) => applied(before, parts(operation.path), operation), value);
}

/**
 * Return the parts of a JSON Pointer (RFC 6901).
 * @param {string} path
 */
function parts(path) {
  return path.split('/').slice(1).map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/**
 * @param {any} before
 * @param {string[]} path
 * @param {Operation} operation
 * @returns {any}
 */
function applied(before, [name, ...rest], operation) {
  if (name === undefined) return operation.value;
  if (rest.length) return withMember(before, name, applied(before[name], rest, operation));
  if (Array.isArray(before)) return withItem(before, name, operation);
  if (operation.op !== 'remove') return withMember(before, name, operation.value);
  return Object.fromEntries(Object.entries(before).filter(([key]) => key !== name));
}

/**
 * @param {any} before
 * @param {string} name
 * @param {unknown} value
 */
function withMember(before, name, value) {
  return Array.isArray(before) ? before.with(Number(name), value) : {...before, [name]: value};
}

/**
 * @param {unknown[]} before
 * @param {string} name An index, or `-`: after the last item.
 * @param {Operation} operation
 */
function withItem(before, name, {op, value}) {
  const at = name === '-' ? before.length : Number(name);
  if (op === 'add') return before.toSpliced(at, 0, value);
  return op === 'remove' ? before.toSpliced(at, 1) : before.with(at, value);
}
