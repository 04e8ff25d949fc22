/** Folders that show or measure the code without being part of what it does. */
export const sideFolder =
  /^t\/|(?:^|\/)(?:bench\w*|perf\w*-?\w*|examples?|demos?|samples?|playgrounds?|fixtures?|fuzz|runtime-tests|testdata)\/|(?:^|\/)test[_-]?(?:helpers?|utils?|support)\w*\.\w+$/i;
