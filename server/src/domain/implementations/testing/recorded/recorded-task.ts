/**
 * A task that two agents solved, each with a person who answered in place of its model: a fault of picomatch (MIT), commit
 * ab8bc4df8141b53ffb5473f301c289c6108eedf7, begun at the commit before. The repository is cut to what the exchange reads and
 * changes; the lines around the fault are those of the project.
 */
export const recordedFiles = {
  "lib/utils.js": `'use strict';

exports.basename = (path, { windows } = {}) => {
  const segs = path.split(windows ? /[\\\\/]/ : '/');
  const last = segs[segs.length - 1];

  if (last === '') {
    return segs[segs.length - 2];
  }

  return last;
};
`,
  "lib/picomatch.js": `'use strict';

const utils = require('./utils');

const picomatch = module.exports = {};

picomatch.makeRe = glob => new RegExp(\`^\${glob.replace(/[.]/g, '\\\\.').replace(/[*]/g, '[^/]*').replace(/[?]/g, '[^/]')}$\`);

picomatch.isMatch = (input, glob, options) => {
  const opts = options || {};
  const regex = picomatch.makeRe(glob);
  const posix = opts.windows;

  if (opts.matchBase === true || opts.basename === true) {
    return picomatch.matchBase(input, regex, options, posix);
  }

  return regex.test(input);
};

picomatch.matchBase = (input, glob, options) => {
  const regex = glob instanceof RegExp ? glob : picomatch.makeRe(glob, options);
  return regex.test(utils.basename(input));
};
`,
  "test/options.js": `'use strict';

const assert = require('assert');
const { describe, it } = require('node:test');
const { isMatch } = require('../lib/picomatch');

const match = (list, glob, options) => list.filter(item => isMatch(item, glob, options));

describe('options', () => {
  describe('options.matchBase', () => {
    it('should match the basename of file paths when \`options.matchBase\` is true', () => {
      assert.deepStrictEqual(match(['a/b/c/foo.md'], '*.md', { windows: true }), [], 'should not match multiple levels');
      assert.deepStrictEqual(match(['x/y/acb', 'acb/', 'acb/d/e', 'x/y/acb/d'], 'a?b', { matchBase: true, windows: true }), ['x/y/acb', 'acb/']);
    });
  });
});
`,
};

export const recordedTask = {
  title: "The option basename ignores windows",
  description:
    "`isMatch('foo\\\\bar.js', 'bar.js', { basename: true, windows: true })` is false. With the option `windows`, a backslash separates folders there as well.",
};

/** What judges the change; no agent saw it. */
export const recordedCheck = {
  kind: "test-file",
  path: "test/windows.js",
  command: "node --test test/windows.js",
  content: `'use strict';

const assert = require('assert');
const { it } = require('node:test');
const { isMatch } = require('../lib/picomatch');

it('separates folders by backslashes', () => {
  assert.strictEqual(isMatch('foo\\\\bar.js', 'bar.js', { basename: true, windows: true }), true);
  assert.strictEqual(isMatch('foo\\\\bar.js', 'bar.js', { basename: true }), false);
});
`,
} as const;
