// What a pixel belongs to.
uniform uint id;
out uint answer;
void main() { answer = id; }
