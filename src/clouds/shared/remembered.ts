const most = 1024;

/** A function that remembers its latest answers: requests of one program repeat hosts and agents all the time. */
export function remembered<Answer>(ask: (text: string) => Answer): (text: string) => Answer {
  const answers = new Map<string, Answer>();
  return (text) => {
    let answer = answers.get(text);
    if (answer === undefined) {
      answer = ask(text);
      if (answers.size >= most) answers.clear();
      answers.set(text, answer);
    }
    return answer;
  };
}
