// No two folders import each other, directly or through others. Tests are left out: they may reach up for what they set up.
const base = require("./.dependency-cruiser.cjs");

module.exports = {
  forbidden: [{ name: "no-folder-cycles", severity: "error", from: {}, to: { circular: true }, scope: "folder" }],
  options: {
    ...base.options,
    exclude: { path: ["(^|/)dist/", "[.]test[.]tsx?$", "(^|/)testing/"] },
  },
};
