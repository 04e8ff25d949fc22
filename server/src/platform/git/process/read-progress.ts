export interface GitProgress {
  /** What git is at. "receiving" is the transfer itself; the others are work before and after it. */
  step: "counting" | "compressing" | "receiving" | "resolving";
  /** 0 to 100 within the step. */
  percent: number;
}

const steps: Record<string, GitProgress["step"]> = {
  "Counting objects": "counting",
  "Compressing objects": "compressing",
  "Receiving objects": "receiving",
  "Resolving deltas": "resolving",
};

/** Makes a listener for git's standard error that reports each change of progress once. */
export function readProgress(onProgress: (progress: GitProgress) => void): (text: string) => void {
  let last = "";
  return (text) => {
    for (const [line, label = "", percent] of text.matchAll(/(\w+ \w+):\s+(\d{1,3})% \(/g)) {
      const step = steps[label];
      if (step === undefined || line === last) continue;
      last = line;
      onProgress({ step, percent: Number(percent) });
    }
  };
}
